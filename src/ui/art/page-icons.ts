import type { OwnIcon } from './icon.tsx'

// Icons that only pages and dialogs show, which come with them. They are drawn as those of `paths.ts`.

const eye =
  'M2 10c1.9-3.5 4.6-5.25 8-5.25s6.1 1.75 8 5.25c-1.9 3.5-4.6 5.25-8 5.25S3.9 13.5 2 10zM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z'

export const arrowRightIcon: OwnIcon = { path: 'M3.5 10h13M11.5 5l5 5-5 5' }
export const copyIcon: OwnIcon = {
  path: 'M7.5 7.5V4.25c0-.7.55-1.25 1.25-1.25h7c.7 0 1.25.55 1.25 1.25v7c0 .7-.55 1.25-1.25 1.25H12.5M4.25 7.5h7c.7 0 1.25.55 1.25 1.25v7c0 .7-.55 1.25-1.25 1.25h-7c-.7 0-1.25-.55-1.25-1.25v-7c0-.7.55-1.25 1.25-1.25z',
}
export const desktopIcon: OwnIcon = {
  path: 'M3.75 3.75h12.5a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H3.75a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1zM7 16.5h6M10 13.25v3.25',
}
export const downloadIcon: OwnIcon = { path: 'M10 3v9.5M6 8.75l4 4 4-4M3.5 16.5h13' }
export const expandIcon: OwnIcon = {
  path: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
}
export const externalIcon: OwnIcon = {
  path: 'M11.5 3.5h5v5M16.25 3.75 9.5 10.5M8 4.5H4.75c-.7 0-1.25.55-1.25 1.25v9.5c0 .7.55 1.25 1.25 1.25h9.5c.7 0 1.25-.55 1.25-1.25V12',
}
export const eyeIcon: OwnIcon = { path: eye }
export const eyeOffIcon: OwnIcon = { path: `${eye}M3.5 16.5l13-13` }
export const keyboardIcon: OwnIcon = {
  path: 'M3.75 5h12.5c.7 0 1.25.55 1.25 1.25v7.5c0 .7-.55 1.25-1.25 1.25H3.75c-.7 0-1.25-.55-1.25-1.25v-7.5C2.5 5.55 3.05 5 3.75 5zM5.75 8.5v0M8.6 8.5v0M11.4 8.5v0M14.25 8.5v0M7 11.75h6',
}
export const keyIcon: OwnIcon = {
  path: 'M6.75 16.75a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM9.25 10.75l7.5-7.5M13.5 6.5l2.5 2.5',
}
export const playIcon: OwnIcon = {
  path: 'M6 4.3v11.4c0 .6.6.9 1.1.6l8.8-5.7c.4-.3.4-.9 0-1.2L7.1 3.7c-.5-.3-1.1 0-1.1.6z',
}
export const plusIcon: OwnIcon = { path: 'M10 4v12M4 10h12' }
export const qrIcon: OwnIcon = {
  path: 'M3.5 3.5H8V8H3.5zM12 3.5h4.5V8H12zM3.5 12H8v4.5H3.5zM12 12h1.5v1.5M16.5 12v1M12 16.5h1M16.5 16v.5H16',
}
export const stopIcon: OwnIcon = {
  path: 'M5.5 4.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z',
}
export const userIcon: OwnIcon = {
  path: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5c.4-2.8 2.7-4.5 6-4.5s5.6 1.7 6 4.5',
}
export const checkIcon: OwnIcon = { path: 'M4 10.5l4 4 8-9' }
