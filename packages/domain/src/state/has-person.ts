import type { Run } from './session.ts'

/** Whether a user can answer what the run itself asks, now or later. */
export const hasPerson = ({ settings }: Pick<Run, 'settings'>): boolean => settings.interactive || !settings.yes
