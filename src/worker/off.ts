/**
 * Takes the place of the service worker where the platform wants none (`--service-worker off`): browsers ask for
 * its file again and again. It answers nothing, deletes what was kept, and removes itself.
 */
import { forgetApp } from '../browser/kept-app.ts'
import { scope } from './scope.ts'

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', event =>
  event.waitUntil(Promise.all([scope.registration.unregister(), forgetApp()])),
)
