/** Whether this is the built-in model, which only quotes. */
export const isRehearsal = (model: string): boolean => model.startsWith('rehearsal/')
