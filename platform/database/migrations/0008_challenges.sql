CREATE TABLE "challenges" (
	"category" text NOT NULL,
	"slug" text NOT NULL,
	"id" text,
	"place" text NOT NULL,
	"definition" json NOT NULL,
	CONSTRAINT "challenges_category_slug_pk" PRIMARY KEY("category","slug")
);
