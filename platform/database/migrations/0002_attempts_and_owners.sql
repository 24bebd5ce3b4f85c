CREATE UNLOGGED TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "desktops" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "replicas" ADD COLUMN "url" text;--> statement-breakpoint
CREATE INDEX "attempts_expiry" ON "attempts" USING btree ("expire");
--> statement-breakpoint
ALTER TABLE "desktops" DROP COLUMN "details";--> statement-breakpoint
ALTER TABLE "environments" DROP COLUMN "failure";