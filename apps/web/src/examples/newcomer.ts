import { rememberedValue, rememberValue } from '../ui/theme/remembered.ts'

const NAME = 'newcomer'

/** True until someone watches an example or starts a run in this browser. Synchronous, so the page does not jump. */
export const isNewcomer = (): boolean => rememberedValue(NAME) === null

/** Call once someone has seen what Convene does. */
export const noNewcomer = (): void => rememberValue(NAME, 'no')
