/** The tag of sessions started by an eval. Lists, searches and agents leave them out. */
export const EVAL_TAG = 'eval'
