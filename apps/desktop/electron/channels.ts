/** Text from the page to the program. */
export const SEND = 'convene:send'
/** Text from the program to the page. */
export const HEAR = 'convene:hear'
