/** The tag of the sessions that an eval starts. Lists, searches and agents leave them out. */
export const EVAL_TAG = 'eval'
