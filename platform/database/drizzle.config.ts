import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './platform/database/schema.ts',
  out: './platform/database/migrations',
})
