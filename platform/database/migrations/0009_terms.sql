ALTER TABLE "accounts" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "terms_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_terms" CHECK (("accounts"."terms_hash" is null) = ("accounts"."terms_accepted_at" is null));