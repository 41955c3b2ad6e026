import type { Client } from '@convene/protocol'

/** The team for a chat without a mode: the built-in coordinator, unless the settings choose a mode or a team. */
export async function openingTeam(
  client: Pick<Client, 'settings'>,
  workspace: string,
  { mode, team }: { readonly mode: string | undefined; readonly team: string | undefined },
): Promise<string | undefined> {
  if (mode !== undefined || team !== 'coordinator') return team
  const read = await client.settings({ workspace })
  const isChosen = read.ok && (read.value.settings.defaultMode || read.value.settings.defaultTeam)
  return isChosen ? undefined : team
}
