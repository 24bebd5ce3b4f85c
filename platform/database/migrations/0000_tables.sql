CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"password" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_username_key_unique" UNIQUE("username_key")
);
--> statement-breakpoint
CREATE TABLE "desktops" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"stop_at" timestamp with time zone,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desktops_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" text PRIMARY KEY NOT NULL,
	"participant_id" text NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"slot" integer,
	"state" text NOT NULL,
	"scheduled_stop" timestamp with time zone,
	"endpoints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"driver" text NOT NULL,
	"failure" text,
	"started_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "environments_challenge" UNIQUE("participant_id","category","slug"),
	CONSTRAINT "environments_slot" UNIQUE("participant_id","slot")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"consumed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "oidc_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"score_group" text,
	"score_group_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "solves" (
	"participant_id" text NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"flag_id" text NOT NULL,
	"user_id" text NOT NULL,
	"solved_at" timestamp with time zone NOT NULL,
	"counts" boolean NOT NULL,
	CONSTRAINT "solves_participant_id_category_slug_flag_id_pk" PRIMARY KEY("participant_id","category","slug","flag_id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"participant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"flag_id" text,
	"status" integer NOT NULL,
	"shared_from" text,
	"submitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"user_id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"seat" integer NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_members_seat" UNIQUE("team_id","seat"),
	CONSTRAINT "team_members_seat_positive" CHECK ("team_members"."seat" > 0)
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"join_token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "teams_name_key_unique" UNIQUE("name_key"),
	CONSTRAINT "teams_join_token_unique" UNIQUE("join_token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"username" text NOT NULL,
	"display_name" text,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "users_subject" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "vpn_peers" (
	"user_id" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"ipv4_address" text NOT NULL,
	"latest_handshake" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "vpn_peers_public_key_unique" UNIQUE("public_key"),
	CONSTRAINT "vpn_peers_ipv4_address_unique" UNIQUE("ipv4_address")
);
--> statement-breakpoint
ALTER TABLE "desktops" ADD CONSTRAINT "desktops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "solves" ADD CONSTRAINT "solves_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vpn_peers" ADD CONSTRAINT "vpn_peers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_records_expiry" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "participants_score_group" ON "participants" USING btree ("score_group");--> statement-breakpoint
CREATE INDEX "solves_challenge" ON "solves" USING btree ("category","slug");--> statement-breakpoint
CREATE INDEX "submissions_shared" ON "submissions" USING btree ("shared_from");