CREATE TABLE "environment_ends" (
	"participant_id" text NOT NULL,
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "environment_ends_participant_id_category_slug_pk" PRIMARY KEY("participant_id","category","slug")
);
--> statement-breakpoint
ALTER TABLE "environment_ends" ADD CONSTRAINT "environment_ends_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;