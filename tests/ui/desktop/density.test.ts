import type RFB from '@novnc/novnc'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scaleCommand } from '../../../src/api/contract/desktop/messages.ts'
import { densityOf, followDensity, scaleFor } from '../../../src/remote-desktop/density.ts'

test('the desktop has as many pixels as the screen', () => {
  expect(densityOf(1440, 900, 2)).toBe(2)
  expect(densityOf(1280, 720, 1.25)).toBe(1.25)
})

test('but not more than a screen of 4K', () => {
  const density = densityOf(3840, 2160, 2)
  expect(Math.round(density * 3840 * density * 2160)).toBe(9_000_000)
  expect(densityOf(0, 0, 3)).toBe(3)
})

test('texts grow with the pixels, unless the user chose their size', () => {
  expect([1, 1.25, 2, 2.2].map(density => scaleFor('auto', density))).toEqual([100, 125, 200, 220])
  expect(scaleFor(150, 2)).toBe(150)
})

test('texts are never too small to read, nor too large to fit', () => {
  expect([0.25, 9].map(density => scaleFor('auto', density))).toEqual([75, 400])
})

test('the platform is told a size of texts once, and again when it is another', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('devicePixelRatio', 2)
  const sent: string[] = []
  const part = {
    _updateScale() {},
    _handleResize() {},
    _fixScrollbars() {},
    _display: { scale: 1 },
    _rfbConnectionState: 'connected',
    viewOnly: false,
    scaleViewport: false,
    resizeSession: true,
  }
  // Without a connection, noVNC is only what these functions use of it.
  const rfb = Object.assign(new EventTarget(), part) as unknown as RFB
  const { apply } = followDensity({
    rfb,
    screen: document.createElement('div'),
    send: text => void sent.push(text),
  })
  const settings = {
    type: 'settings.apply',
    scaling: 'resize',
    quality: 3,
    exact: false,
    viewOnly: false,
  } as const
  rfb._updateScale()
  apply({ ...settings, textSize: 'auto' })
  apply({ ...settings, textSize: 200 })
  rfb._updateScale()
  expect(sent).toEqual([scaleCommand(200)])
  apply({ ...settings, textSize: 150 })
  expect(sent).toEqual([200, 150].map(scaleCommand))
})
