CREATE TABLE "organiser_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"who" text NOT NULL,
	"command" text NOT NULL,
	"input" jsonb NOT NULL,
	"changes" jsonb NOT NULL
);
