import type { CommandWork } from '../command-line/command.ts'
import { serveHere } from '../server/serve.ts'
import { optionalCommand } from './optional-command.ts'

/** `convene serve`: this machine's server, or with a database one of several, which the package `team` adds. */
export const serve: CommandWork = async (program, input) => {
  const url = input.text('database-url') ?? program.environment.CONVENE_DATABASE_URL
  if (url) return optionalCommand('serve --database-url')(program, input)
  const needsDatabase = {
    role: input.text('role'),
    capacity: input.number('capacity'),
    address: input.text('address'),
    migrate: input.flag('migrate'),
    'own-folders': input.flag('own-folders'),
  }
  const refused = Object.entries(needsDatabase).find(([, value]) => value)?.[0]
  if (refused === undefined) return serveHere(program, input)
  return program.refuse({
    code: 'no_database',
    message: `\`--${refused}\` needs a database. Set CONVENE_DATABASE_URL, or add --database-url.`,
  })
}
