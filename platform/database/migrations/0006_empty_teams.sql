-- A team ends with its last member, whoever takes them out. The lock makes those who leave at once,
-- or leave while others join, wait for each other: each then sees what the one before has done.
CREATE FUNCTION "end_empty_team"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "teams" WHERE "id" = OLD."team_id" FOR UPDATE;
	IF EXISTS (SELECT 1 FROM "team_members" WHERE "team_id" = OLD."team_id") THEN
		RETURN NULL;
	END IF;
	DELETE FROM "teams" WHERE "id" = OLD."team_id";
	-- Where the event's start was put off after somebody had played, the results stay.
	DELETE FROM "participants" WHERE "id" = OLD."team_id"
		AND NOT EXISTS (SELECT 1 FROM "solves" WHERE "participant_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "environments" WHERE "participant_id" = OLD."team_id");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "team_members_end_empty_team" AFTER DELETE ON "team_members"
	FOR EACH ROW EXECUTE FUNCTION "end_empty_team"();
--> statement-breakpoint
-- Teams that were left empty before this was so.
WITH "empty" AS (
	DELETE FROM "teams" WHERE NOT EXISTS (SELECT 1 FROM "team_members" WHERE "team_id" = "teams"."id") RETURNING "id"
)
DELETE FROM "participants" WHERE "id" IN (SELECT "id" FROM "empty")
	AND NOT EXISTS (SELECT 1 FROM "solves" WHERE "participant_id" = "participants"."id")
	AND NOT EXISTS (SELECT 1 FROM "environments" WHERE "participant_id" = "participants"."id");
