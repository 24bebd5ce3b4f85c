CREATE TABLE "invite_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"left" integer NOT NULL,
	"used" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invite_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "invite_codes_left" CHECK ("invite_codes"."left" >= 0 and "invite_codes"."used" >= 0)
);
