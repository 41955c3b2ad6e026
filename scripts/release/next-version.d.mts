export function setVersion(root: string, version: string, date: string): void
export function releasedIn(changelog: string, version: string, date: string): string
export function notesOf(changelog: string, version: string): string
