import { fromCallback } from 'xstate'
import type { ConnectionInput } from '../machines/desktop/context.ts'
import type { ConnectionCommand, ConnectionEvent } from '../machines/desktop/events.ts'
import { createContentWatch } from './content.ts'
import { followDensity } from './density.ts'
import { createInput, type InputOptions } from './input.ts'
import { createMeter } from './meter.ts'
import { openRfb } from './open-rfb.ts'
import { canvasIn, dropPicture, keepPicture, watchPicture } from './picture.ts'
import { readReports } from './platform-reports.ts'
import type { ScreenNumber } from './screens/layout.ts'
import { createOwnScreen } from './screens/own-screen.ts'
import { openSocket } from './socket.ts'
import type { SoundLink } from './sound/link.ts'

export interface VncOptions extends Pick<InputOptions, 'screen' | 'sink' | 'newer' | 'pasteImage'> {
  /** WebSocket address of the platform's desktops. */
  address: string
  /** The desktop's screen that the page shows; null: all of them, of somebody else's desktop. */
  own: ScreenNumber | null
  sound: SoundLink
}

/** One connection to the desktop, by noVNC. It lasts as long as the state that invokes it. */
export const vnc = ({ address, screen, sink, newer, own, pasteImage, sound }: VncOptions) =>
  fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack, receive }) => {
    const tell = (event: ConnectionEvent) => sendBack(event)
    const socket = openSocket(address, input.ticket ?? '', {
      opened() {
        tell({ type: 'connection.opened' })
        meter.measure()
      },
      received: bytes => meter.received(bytes),
      echoed: text => meter.echoed(text),
      reported: readReports({
        tell,
        screens: shown => ownScreen?.reported(shown),
        sound: sound.reported,
      }),
      heard: sound.received,
      closed(why) {
        if (why === 'refused') tell({ type: 'ticket.refused' })
        else tell({ type: why === 'ended' ? 'desktop.ended' : 'connection.lost' })
      },
    })
    const leaveSound = sound.attach(socket.send)
    const ownScreen = own && createOwnScreen(own, socket.channel)
    const content = createContentWatch()
    const meter = createMeter({
      echo: socket.send,
      photos: content.photoShare,
      measured: sample => tell({ type: 'connection.measured', sample }),
      silent: () => tell({ type: 'connection.lost' }),
    })
    const rfb = openRfb(screen, socket.channel)
    const density = followDensity({ rfb, screen, send: socket.send })
    ownScreen?.attach(rfb)
    // The settings come before noVNC asks for the first picture, which is the largest.
    density.apply(input.settings)
    const leave = () => tell({ type: 'focus.left' })
    const devices = createInput({ rfb, screen, sink, newer, pasteImage, leave })
    let picture: ReturnType<typeof watchPicture> | undefined
    rfb.addEventListener('connect', () => {
      tell({ type: 'connection.greeted' })
      const canvas = canvasIn(screen)
      if (!canvas) return
      picture = watchPicture(canvas, {
        shown: content.changed,
        painted() {
          devices.take()
          dropPicture(screen)
          tell({ type: 'connection.painted' })
          // The first picture shows whether there are photos.
          meter.measure()
        },
        lost: () => tell({ type: 'connection.lost' }),
      })
    })
    rfb.addEventListener('clipboard', ({ detail }) =>
      tell({ type: 'clipboard.received', text: detail.text }),
    )
    receive(command => {
      if (command.type === 'settings.apply') density.apply(command)
      else if (command.type === 'sharing.begin' || command.type === 'sharing.end')
        socket.send(command.type)
      else devices.do(command)
    })
    return () => {
      picture?.stop()
      // An empty picture would replace the last good one.
      if (picture?.hasPicture()) keepPicture(screen)
      devices.close()
      leaveSound()
      meter.close()
      rfb.disconnect()
      // noVNC reads on when a picture has been drawn, even after the connection has ended, and would log that
      // as an error.
      rfb._handleMessage = () => {}
      socket.close()
    }
  })
