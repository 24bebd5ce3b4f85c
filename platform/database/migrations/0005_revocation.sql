CREATE TABLE "revoked_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"uid" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id");--> statement-breakpoint
UPDATE "oidc_records" SET
	"id" = CASE "model" WHEN 'Grant' THEN "id" ELSE translate(encode(sha256(convert_to("id", 'UTF8')), 'base64'), '+/=', '-_') END,
	"payload" = "payload" #- '{jti}' #- '{session,cookie}' #- '{authorizations,guidon,persistsLogout}';
