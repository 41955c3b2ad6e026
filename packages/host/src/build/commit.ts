import { join } from 'node:path'
import { clean, cleanLine, countText, noBuild, ok, type Result, refuse, type Session } from '@convene/domain'
import { askGit } from '@convene/platform'
import type { BuildReview } from '@convene/reading'
import { builds } from '@convene/tools'
import type { Program } from '../program.ts'
import { inertPlain } from '../proposal/inert.ts'
import { safeIn } from '../proposal/safe.ts'
import type { BuildPlace } from './keep.ts'
import { recordBuild } from './record.ts'

type Wish = { readonly message?: string | undefined; readonly branch?: string | undefined }

/** Commits what is kept, with a message that code has written, and the session in its last line. */
export async function commitBuild(
  { program, session, review }: BuildPlace,
  { message, branch }: Wish,
): Promise<Result<readonly string[]>> {
  const { name, tree, commits } = session.build ?? noBuild
  if (name === null || tree === null) return refuse('illegal_command', 'Nothing is kept yet.')
  const author = await authorOf(program, session)
  if (!author) return refuse('no_author', 'Git does not know who you are: set user.name and user.email.')
  const text = messageOf(session, review, { said: message, safe: safeIn(program, session) })
  const worker = { session: session.id, agent: name }
  const made = await builds(program.home).commit(worker, {
    ...{ kept: tree, message: text, author, branch },
    earlier: commits,
  })
  if (!made.ok) return made
  if ('conflicts' in made.value) {
    const files = made.value.conflicts.map(({ path, reason }) => `${path}: ${reason}`).join('\n')
    return refuse('not_committed', `It is mixed with changes of yours that are not committed:\n${files}`)
  }
  const { files, ...committed } = made.value
  const recorded = await recordBuild(program, session, {
    ...{ record: 'committed', ...committed, files: [...files], message: text },
  })
  if (!recorded.ok) return recorded
  return ok([`Committed ${countText(files.length, 'file')} to ${committed.branch}: ${committed.commit.slice(0, 8)}`])
}

const LONGEST = 72

type Words = { readonly said: string | undefined; readonly safe: (text: string) => string }

/** Whatever the planner wrote mentions nobody and closes no issue once it is pushed. The user's own words are kept. */
function messageOf({ id, title }: Session, { steps }: BuildReview, { said, safe }: Words): string {
  const line = (text: string) => inertPlain(cleanLine(safe(text)))
  const subject = line(title).slice(0, LONGEST).trim()
  const body = steps.map(({ description, word }) => `- ${line(description)} (${line(word.word)})`)
  const own = [subject === '' ? 'Change by Convene' : subject, ...(body.length > 0 ? ['', ...body] : [])].join('\n')
  const text = said === undefined || said.trim() === '' ? own : clean(said).trim()
  return `${text}\n\nConvene-Session: ${id}\n`
}

/** The repository's own setting comes first, then the user's, as for git. */
async function authorOf({ environment }: Program, { workspace }: Session) {
  const home = environment.HOME ?? ''
  const files = [join(environment.XDG_CONFIG_HOME ?? join(home, '.config'), 'git/config'), join(home, '.gitconfig')]
  const known = async (key: string): Promise<string> => {
    const own = await askGit({ args: ['config', '--get', key], folder: workspace })
    if (own.ok && own.value !== '') return own.value
    let found = ''
    for (const file of files) {
      const read = await askGit({ args: ['config', '--file', file, '--includes', '--get', key], folder: workspace })
      if (read.ok) found = read.value
    }
    return found
  }
  const name = environment.GIT_AUTHOR_NAME ?? (await known('user.name'))
  const email = environment.GIT_AUTHOR_EMAIL ?? (await known('user.email'))
  return name === '' || email === '' ? undefined : { name, email }
}
