CREATE TABLE "hints_taken" (
	"participant_id" text NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"hint_id" text NOT NULL,
	"user_id" text NOT NULL,
	"cost" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hints_taken_participant_id_category_slug_hint_id_pk" PRIMARY KEY("participant_id","category","slug","hint_id"),
	CONSTRAINT "hints_taken_cost_positive" CHECK ("hints_taken"."cost" > 0)
);
--> statement-breakpoint
ALTER TABLE "hints_taken" ADD CONSTRAINT "hints_taken_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submissions_account" ON "submissions" USING btree ("participant_id","id");--> statement-breakpoint
-- As before, and of an account that has taken hints the results stay, too.
CREATE OR REPLACE FUNCTION "end_empty_team"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "teams" WHERE "id" = OLD."team_id" FOR UPDATE;
	IF EXISTS (SELECT 1 FROM "team_members" WHERE "team_id" = OLD."team_id") THEN
		RETURN NULL;
	END IF;
	DELETE FROM "teams" WHERE "id" = OLD."team_id";
	DELETE FROM "participants" WHERE "id" = OLD."team_id"
		AND NOT EXISTS (SELECT 1 FROM "solves" WHERE "participant_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "hints_taken" WHERE "participant_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "environments" WHERE "participant_id" = OLD."team_id");
	RETURN NULL;
END $$;
