/** Whether the built-in model answers, which only quotes. */
export const isRehearsal = (model: string): boolean => model.startsWith('rehearsal/')
