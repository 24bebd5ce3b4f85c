/**
 * Takes the place of the service worker if the platform wants none (`--service-worker off`): browsers request its file
 * regularly. It answers nothing, deletes the stored app, and removes itself.
 */
import { forgetApp } from '../browser/kept-app.ts'
import { scope } from './scope.ts'

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', event =>
  event.waitUntil(Promise.all([scope.registration.unregister(), forgetApp()])),
)
