import { type Client, createClient } from '@convene/protocol'

/** A recording takes no commands and asks the program for nothing: whatever a part of the page sends is refused. */
export const exampleClient: Client = createClient({
  call: async () => ({
    status: 409,
    body: { error: { code: 'example', message: 'This is a recorded example. Start your own session to do this.' } },
  }),
  events: () => () => {},
  changes: () => () => {},
})
