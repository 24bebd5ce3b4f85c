/** The invitation for an event that does not give its own. */
export const DISCORD_INVITE = 'https://discord.gg/guidon'
