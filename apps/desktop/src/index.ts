export { findBrowser } from './browser/find-browser.ts'
export { chooseShell, type Shell } from './shell/choose-shell.ts'
export { type DesktopEnd, type DesktopOptions, openDesktop } from './shell/open-desktop.ts'
export { pathOfLink } from './window/deep-link.ts'
