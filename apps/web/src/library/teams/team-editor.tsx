import type { Editable } from '../editable.ts'
import { teamKind } from '../kind.ts'
import { LibraryEditor } from '../library-editor.tsx'
import { draftOf, emptyTeam, type ShownTeam, type TeamDraft, teamOf } from './team-draft.ts'
import { TeamForm } from './team-form.tsx'

const teams: Editable<ShownTeam, TeamDraft> = {
  kind: teamKind,
  empty: emptyTeam,
  isBegun: ({ name }) => name.trim() !== '',
  draftOf: ({ team }) => draftOf(team),
  writtenOf: teamOf,
  callsOf: (client) => ({
    read: client.team,
    check: (place, team) => client.checkTeam({ ...place, team, prompts: true }),
    create: (place, scope, team) => client.createTeam({ ...place, scope, team }),
    replace: (place, scope, team) => client.saveTeam({ ...place, scope, team, slug: team.slug }),
    remove: client.deleteTeam,
  }),
  Form: TeamForm,
}

/** Edits one team, or creates a new one, optionally from a template. */
export function TeamEditor(props: { readonly slug?: string; readonly from?: string }) {
  return <LibraryEditor editable={teams} {...props} />
}
