import type { PeopleRoute } from '@convene/protocol'
import type { Handlers } from '@convene/server'
import type { ByPerson } from './by-person.ts'
import { connectHandlers } from './connect.ts'
import { memberHandlers } from './members.ts'
import { makeOpenCode } from './open-code.ts'
import { presenceHandlers } from './presence-handlers.ts'
import { spaceKeyHandlers } from './space-keys.ts'
import { spaceHandlers } from './spaces.ts'
import { tokenHandlers } from './tokens.ts'

/** What a server that people share answers differently from one with a single user. */
export const peopleHandlers = (byPerson: ByPerson): Handlers<PeopleRoute | 'openCode'> => ({
  ...memberHandlers(byPerson),
  ...spaceHandlers(byPerson),
  ...tokenHandlers(byPerson),
  ...presenceHandlers(byPerson),
  ...connectHandlers(byPerson),
  ...spaceKeyHandlers(byPerson),
  openCode: byPerson((person, _given, { program }) => makeOpenCode(person, program.now())),
})
