import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test'

/**
 * Finds the canvas of the connection: not the last picture, which lies over it after a cut, and not noVNC's cursor,
 * which lies beside the screen on devices without a mouse.
 */
export const liveCanvas = '#screen canvas:not([data-ghost])'

/** The desktop's picture, in its page or in the frame of another page. */
export const pictureIn = (desktop: Page | FrameLocator): Locator => desktop.locator(liveCanvas)

/** Waits until the picture is that of a connection, and no more the last one. */
export async function connected(desktop: Page | FrameLocator): Promise<void> {
  await expect(pictureIn(desktop)).toBeVisible()
  await expect(desktop.locator('canvas[data-ghost]')).toHaveCount(0)
}
