ALTER TABLE "desktops" ADD COLUMN "view" text;--> statement-breakpoint
ALTER TABLE "desktops" ADD CONSTRAINT "desktops_view_unique" UNIQUE("view");