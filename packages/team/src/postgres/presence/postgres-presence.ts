import type { Event, SessionId } from '@convene/domain'
import type { SessionRow } from '@convene/engine'
import type { Actor } from '../../accounts/account/account.ts'
import { mentionedIn } from '../../accounts/presence/mentioned.ts'
import type { Mention, Presence } from '../../accounts/presence/presence.ts'
import type { DatabaseConnection, PostgresDatabase } from '../database/database.ts'
import { oneSpace } from '../database/scope.ts'

/** An open page reports itself every 10 s. */
const LOOKS_MS = 30_000
const MOST_SHOWN = 50
/** The length of a quoted message. The rest is in the session. */
const MOST_TEXT = 300

type MentionRow = Omit<Mention, 'by' | 'title'> & {
  readonly byId: string
  readonly byName: string
  /** The session's row, as JSON. */
  readonly data: string
}

/** Who is viewing which session, and who was mentioned, for all servers. */
export function postgresPresence({ database, now }: { readonly database: PostgresDatabase; now(): number }): Presence {
  return {
    look({ space, person }, session) {
      const at = now()
      return oneSpace(database, space).ask<Actor>({
        name: 'look',
        text: `WITH own AS (
            INSERT INTO watching (session, person, name, seen_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (session, person) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
          ), seen AS (DELETE FROM mentions WHERE space = $6 AND session = $1 AND person = $2)
          SELECT person AS id, name FROM watching WHERE session = $1 AND person <> $2 AND seen_at > $5
          ORDER BY name, person LIMIT ${MOST_SHOWN}`,
        values: [session, person.id, person.name, at, at - LOOKS_MS, space],
      })
    },
    async leave({ space, person }, session) {
      const text = 'DELETE FROM watching WHERE session = $1 AND person = $2'
      await oneSpace(database, space).ask({ name: 'leave', text, values: [session, person.id] })
    },
    async mentions({ space, person }) {
      const rows = await oneSpace(database, space).ask<MentionRow>({
        name: 'mentions',
        text: `SELECT m.session, m.seq, by_id AS "byId", by_name AS "byName", text, at, s.data
          FROM mentions m JOIN sessions s ON s.id = m.session AND s.space = m.space
          WHERE m.space = $1 AND person = $2 ORDER BY at DESC, m.seq DESC LIMIT ${MOST_SHOWN}`,
        values: [space, person.id],
      })
      return rows.map(({ byId, byName, data, ...rest }) => {
        const { title, goal } = JSON.parse(data) as SessionRow
        return { ...rest, title: title || goal, by: { id: byId, name: byName } }
      })
    },
  }
}

/** A user's message that may name others. */
export type Naming = { readonly seq: number; readonly at: number; readonly by: Actor; readonly text: string }

/** The messages of an append that may name somebody. A fork, a restored session and an import only repeat old ones. */
export function namingsIn(expectedSeq: number, events: readonly Event[]): readonly Naming[] {
  const isCopy = expectedSeq === 0 && events.some(({ type, batch }) => type === 'session.forked' || batch > 1)
  if (isCopy) return []
  return events.flatMap(({ type, data, person, seq, at }) =>
    type === 'message' && person && data.author === 'user' && data.text.includes('@')
      ? [{ seq, at, by: person, text: data.text.replaceAll('\0', '') }]
      : [],
  )
}

type Member = Actor & { readonly session: SessionId; readonly space: string }

/** Runs in the transaction of the appends that contain them. Mentions current members who are people, not programs. */
export async function keepMentions(
  { run }: DatabaseConnection,
  appends: readonly { readonly session: SessionId; readonly namings: readonly Naming[] }[],
): Promise<void> {
  const naming = appends.filter(({ namings }) => namings.length > 0)
  if (naming.length === 0) return
  const members = await run<Member>({
    name: 'to-mention',
    text: `SELECT s.id AS session, s.space, p.id, p.name FROM sessions s JOIN members m ON m.space = s.space
      JOIN people p ON p.id = m.person WHERE s.id = ANY ($1) AND NOT p.program`,
    values: [naming.map(({ session }) => session)],
  })
  const rows = naming.flatMap(({ session, namings }) => {
    const others = members.filter((member) => member.session === session)
    return namings.flatMap((each) =>
      mentionedIn(each.text, others)
        .filter(({ id }) => id !== each.by.id)
        .map(({ id, space }) => ({ ...each, session, space, person: id })),
    )
  })
  if (rows.length > 0) await run({ name: 'mention', text: mentionText, values: [JSON.stringify(rows.map(rowOf))] })
}

type Kept = Naming & Pick<Member, 'session' | 'space'> & { readonly person: string }

const rowOf = ({ by, text, ...rest }: Kept) => ({
  ...rest,
  by_id: by.id,
  by_name: by.name,
  text: text.slice(0, MOST_TEXT).toWellFormed(),
})

const mentionText = `INSERT INTO mentions (space, person, session, seq, by_id, by_name, text, at)
  SELECT space, person, session, seq, by_id, by_name, text, at FROM json_populate_recordset(null::mentions, $1)
  ON CONFLICT DO NOTHING`
