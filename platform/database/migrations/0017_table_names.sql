-- Tables and columns get the names that schema.ts and the documents have for them.
ALTER TABLE "accounts" RENAME TO "sign_in_accounts";--> statement-breakpoint
ALTER TABLE "sign_in_accounts" RENAME CONSTRAINT "accounts_pkey" TO "sign_in_accounts_pkey";--> statement-breakpoint
ALTER TABLE "sign_in_accounts" RENAME CONSTRAINT "accounts_username_key_unique" TO "sign_in_accounts_username_key_unique";--> statement-breakpoint
ALTER TABLE "sign_in_accounts" RENAME CONSTRAINT "accounts_terms" TO "sign_in_accounts_terms";--> statement-breakpoint
ALTER TABLE "account_names" RENAME TO "usernames";--> statement-breakpoint
ALTER TABLE "usernames" RENAME CONSTRAINT "account_names_pkey" TO "usernames_pkey";--> statement-breakpoint
ALTER TABLE "usernames" RENAME CONSTRAINT "account_names_account_id_accounts_id_fk" TO "usernames_account_id_sign_in_accounts_id_fk";--> statement-breakpoint
ALTER INDEX "account_names_account" RENAME TO "usernames_account";--> statement-breakpoint
ALTER TABLE "sign_ins" RENAME CONSTRAINT "sign_ins_account_id_accounts_id_fk" TO "sign_ins_account_id_sign_in_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "participants" RENAME TO "accounts";--> statement-breakpoint
ALTER TABLE "accounts" RENAME CONSTRAINT "participants_pkey" TO "accounts_pkey";--> statement-breakpoint
ALTER INDEX "participants_score_group" RENAME TO "accounts_score_group";--> statement-breakpoint
ALTER TABLE "solves" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "solves" RENAME CONSTRAINT "solves_participant_id_category_slug_flag_id_pk" TO "solves_account_id_category_slug_flag_id_pk";--> statement-breakpoint
ALTER TABLE "solves" RENAME CONSTRAINT "solves_participant_id_participants_id_fk" TO "solves_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "hints_taken" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "hints_taken" RENAME CONSTRAINT "hints_taken_participant_id_category_slug_hint_id_pk" TO "hints_taken_account_id_category_slug_hint_id_pk";--> statement-breakpoint
ALTER TABLE "hints_taken" RENAME CONSTRAINT "hints_taken_participant_id_participants_id_fk" TO "hints_taken_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "awards" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "awards" RENAME CONSTRAINT "awards_participant_id_participants_id_fk" TO "awards_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "submissions" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "environments" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "environments" RENAME CONSTRAINT "environments_participant_id_participants_id_fk" TO "environments_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "environment_ends" RENAME COLUMN "participant_id" TO "account_id";--> statement-breakpoint
ALTER TABLE "environment_ends" RENAME CONSTRAINT "environment_ends_participant_id_category_slug_pk" TO "environment_ends_account_id_category_slug_pk";--> statement-breakpoint
ALTER TABLE "environment_ends" RENAME CONSTRAINT "environment_ends_participant_id_participants_id_fk" TO "environment_ends_account_id_accounts_id_fk";--> statement-breakpoint
-- As before, by the new names.
CREATE OR REPLACE FUNCTION "end_empty_team"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM "teams" WHERE "id" = OLD."team_id" FOR UPDATE;
	IF EXISTS (SELECT 1 FROM "team_members" WHERE "team_id" = OLD."team_id") THEN
		RETURN NULL;
	END IF;
	DELETE FROM "teams" WHERE "id" = OLD."team_id";
	DELETE FROM "accounts" WHERE "id" = OLD."team_id"
		AND NOT EXISTS (SELECT 1 FROM "solves" WHERE "account_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "hints_taken" WHERE "account_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "awards" WHERE "account_id" = OLD."team_id")
		AND NOT EXISTS (SELECT 1 FROM "environments" WHERE "account_id" = OLD."team_id");
	RETURN NULL;
END $$;
