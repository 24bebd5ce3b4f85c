/** Of an event that does not say its own. */
export const DISCORD_INVITE = 'https://discord.gg/guidon'
