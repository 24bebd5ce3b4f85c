CREATE TABLE "awards" (
	"id" text PRIMARY KEY NOT NULL,
	"participant_id" text NOT NULL,
	"points" integer NOT NULL,
	"reason" jsonb NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "awards_points_not_zero" CHECK ("awards"."points" <> 0),
	CONSTRAINT "awards_reason_given" CHECK (jsonb_typeof("awards"."reason") = 'object' and "awards"."reason" <> '{}'::jsonb)
);
--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_account" ON "awards" USING btree ("participant_id");--> statement-breakpoint
-- As before, and the results of an account that organisers gave or took points stay, too.
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
		AND NOT EXISTS (SELECT 1 FROM "awards" WHERE "participant_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "environments" WHERE "participant_id" = OLD."team_id");
	RETURN NULL;
END $$;
