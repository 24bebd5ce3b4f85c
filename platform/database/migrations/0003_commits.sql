CREATE TABLE "commits" (
	"id" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "commits_age" ON "commits" USING btree ("made_at");