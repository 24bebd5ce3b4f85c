import type { Brand } from '../../../src/api/contract.ts'
import { escapeHtml } from './escape.ts'

/** Which event a page shows, and in which colours. */
export interface Look {
  /** Null: the page shows the platform's own name. */
  brand: Brand | null
  /** Null: as the device wants. */
  scheme: 'light' | 'dark' | null
}

export const ownLook: Look = { brand: null, scheme: null }

/** The parameter with which the app asks for its colour scheme. */
export const schemeParameter = 'color_scheme'

/** The value comes from an address. Anything but these two is not a scheme. */
export const schemeOf = (given: unknown): Look['scheme'] =>
  given === 'light' || given === 'dark' ? given : null

/** The same logo as in the app. */
export const guidon =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M8 5v25"/><path fill="currentColor" d="M8 .8 9.8 4 8 6.4 6.2 4z"/><path fill="#ffd000" stroke="#c79a00" stroke-linejoin="round" d="M9 7c5-2 11 2.2 20.5.2L24.6 13l4.9 5.8C20 20.8 14 16.8 9 18.6z"/></svg>'

/** The name of the event above a page's heading, with its logo. */
export function eventLine(brand: Brand | null): string {
  if (!brand) return ''
  const { name, logoUrl } = brand
  const logo = logoUrl ? `<img src="${escapeHtml(logoUrl)}" alt="">` : guidon
  return `<p class="event">${logo}<span>${escapeHtml(name)}</span></p>`
}

/** White and nearly black are readable on it: see `src/domain/accent.ts`. */
export function accentStyle(brand: Brand | null): string {
  const accent = brand?.accentColor
  if (!accent) return ''
  const color = `light-dark(${accent.light},${accent.dark})`
  return `\n:root{--accent:${color};--focus:${color};--on-accent:light-dark(#fff,#141310)}`
}
