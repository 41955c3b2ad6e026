/** The space whose admins run the server. It always exists. */
export const MAIN_SPACE = 'main'
