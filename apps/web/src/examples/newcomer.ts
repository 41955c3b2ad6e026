import { remember, remembered } from '../ui/theme/remembered.ts'

const NAME = 'newcomer'

/** Whether nobody has watched an example or started a run in this browser. Known at once, so that nothing jumps. */
export const isNewcomer = (): boolean => remembered(NAME) === null

/** To call once someone has seen what Convene does. */
export const noNewcomer = (): void => remember(NAME, 'no')
