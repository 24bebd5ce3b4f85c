CREATE TABLE "account_names" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_names" (
	"key" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "teams" DROP CONSTRAINT "teams_name_key_unique";--> statement-breakpoint
ALTER TABLE "account_names" ADD CONSTRAINT "account_names_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_names" ADD CONSTRAINT "team_names_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_names_account" ON "account_names" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "team_names_team" ON "team_names" USING btree ("team_id");--> statement-breakpoint
ALTER TABLE "teams" DROP COLUMN "name_key";