import type { Refusal } from '@convene/domain'

/** What is not there is 404, what the state does not allow is 409, what cannot be done here is 5xx; the rest is the caller's. */
const statuses: { readonly [code: string]: number } = {
  session_not_found: 404,
  event_not_found: 404,
  approval_not_found: 404,
  unknown_agent: 404,
  unknown_team: 404,
  unknown_artifact: 404,
  unknown_file: 404,
  unknown_hook: 404,
  not_found: 404,
  illegal_command: 409,
  already_answered: 409,
  session_exists: 409,
  session_runs: 409,
  reverted: 409,
  settings_changed: 409,
  trust_changed: 409,
  untrusted_squad: 409,
  tools_changed: 409,
  agent_exists: 409,
  team_exists: 409,
  folder_exists: 409,
  too_large: 413,
  bad_media_type: 415,
  unauthorized: 401,
  bad_signature: 401,
  forbidden: 403,
  built_in: 403,
  untrusted: 403,
  internal_error: 500,
  storage_failed: 503,
  keychain_silent: 503,
  server_unreachable: 503,
  keychain_failed: 503,
}

/** The status that goes with a refusal. */
export const statusOf = ({ code }: Refusal): number => statuses[code] ?? 400
