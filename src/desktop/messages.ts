/** The protocol between the desktop's page and the page that embeds it; free of noVNC. */
export { DesktopMessage, EmbedderMessage, ticketIn } from '../api/desktop-messages.ts'
