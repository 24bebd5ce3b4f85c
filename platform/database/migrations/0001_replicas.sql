CREATE TABLE "replicas" (
	"id" text PRIMARY KEY NOT NULL,
	"beat" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "owner" text;