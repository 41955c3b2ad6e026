import type { CommandContext } from '@convene/host'
import { objectStoreOptions, objectStoreVariables } from '../postgres/blobs/object-store.ts'
import { openTeamProgram, type TeamProgram } from '../program.ts'
import type { ServerRole } from '../server/role.ts'
import { type RunningTeamServer, startTeamServer } from '../server/start-team.ts'
import { givenDatabaseUrl, NO_DATABASE } from './open-database.ts'

const USUAL_CAPACITY = 20
/** Encrypts the provider keys of spaces. */
const SECRET_KEY = 'CONVENE_SECRET_KEY'

/** `convene serve --database-url`: one of several servers that share their sessions. */
export async function serveTeam(context: CommandContext): Promise<number> {
  const { program, input, optional } = context
  const { home, workspace, version } = program
  const url = givenDatabaseUrl(program.environment, input)
  if (url === undefined) return context.refuse(NO_DATABASE)
  const role = (input.text('role') ?? 'all') as ServerRole
  const capacity = role === 'web' ? 0 : (input.number('capacity') ?? USUAL_CAPACITY)
  const objects = objectStoreOptions(program.environment)
  const secretKey = program.environment[SECRET_KEY]
  const flags = { migrate: input.flag('migrate'), ownFolders: input.flag('own-folders') }
  const database = { url, capacity, ...flags, objects, secretKey }
  // Programs that agents start must not get the passwords.
  const environment = { ...program.environment }
  for (const name of ['CONVENE_DATABASE_URL', SECRET_KEY, ...objectStoreVariables]) {
    delete process.env[name]
    delete environment[name]
  }
  const opened = openTeamProgram({ home, workspace, environment, version, database, optional })
  try {
    return await stay(opened.program, { role, capacity }, context)
  } finally {
    await opened.close()
  }
}

type Part = { readonly role: ServerRole; readonly capacity: number }

async function stay(program: TeamProgram, { role, capacity }: Part, context: CommandContext): Promise<number> {
  const { input, pages } = context
  const started = await startTeamServer({
    program,
    role,
    capacity,
    host: input.text('host') ?? '127.0.0.1',
    port: input.number('port'),
    address: input.text('address'),
    assets: pages,
  })
  if (!started.ok) return context.refuse(started.refusal)
  const server = started.value
  await context.untilStopped(program, { announce: () => announce(server, role, context), stop: server.close })
  return 0
}

function announce(server: RunningTeamServer, role: Part['role'], { terminal: { err, out } }: CommandContext): void {
  if (role === 'worker') {
    err.write(`${err.style.bold('Worker started.')} Health check:\n`)
    out.write(`${server.address}/readyz\n`)
  } else {
    err.write(`${err.style.bold('Convene is running')} with a shared database. Open this link in a browser:\n`)
    // Its token makes the reader an admin of everything, and output that is not a terminal is often a log.
    out.write(`${out.isTerminal ? server.link() : new URL(server.link()).origin}\n`)
    if (server.firstAdmin !== undefined)
      err.write(
        `There is no admin yet. Within an hour, log in once with this link to become one:\n${server.firstAdmin}\n`,
      )
    if (!server.isLocal)
      err.write(`${err.style.yellow('Reachable from other machines')}: anyone with the token can run commands here.\n`)
  }
  if (server.note !== undefined) err.write(`${server.note}\n`)
}
