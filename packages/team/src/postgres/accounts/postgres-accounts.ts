import type { Accounts } from '../../accounts/account/accounts.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { audited, auditOf } from './audit.ts'
import { callerByLogin, callerByToken, createLogin, switchSpace } from './callers.ts'
import { membersOf, removeMember, setRole } from './members.ts'
import { createPerson, personBy, signIn } from './people.ts'
import { allSpaces, budgetOf, createSpace, hasAdmin, setBudget, spaceBy, spacesOf, updateSpace } from './spaces.ts'
import { accessTokensOf, createToken, endToken, keepOneTime, revokeToken, revokeTokens, takeOneTime } from './tokens.ts'

/** People and spaces in the database of a team server. */
export function postgresAccounts(place: { readonly database: PostgresDatabase; now(): number }): Accounts {
  const { database, now } = place
  return {
    callerByToken: (hash) => callerByToken(database, hash, now()),
    callerByLogin: (hash) => callerByLogin(database, hash, now()),
    person: (id) => personBy(database, id),
    createPerson: (person, by) => createPerson(place, person, by),
    signIn: (identity) => signIn(place, identity),
    createToken: (token, by) => createToken(place, token, by),
    tokens: (person) => accessTokensOf(database, person, now()),
    revokeToken: (id, person, by) => revokeToken(place, id, person, by),
    revokeTokens: (member, by) => revokeTokens(place, member, by),
    endToken: (hash, by) => endToken(place, hash, by),
    createLogin: (login) => createLogin(database, login, now()),
    endLogin: async (hash) => {
      await database.ask({ text: 'DELETE FROM logins WHERE hash = $1', values: [hash] })
    },
    switchSpace: (hash, space) => switchSpace(database, hash, space),
    keepOneTime: (secret) => keepOneTime(database, secret, now()),
    takeOneTime: (hash, purpose) => takeOneTime(database, { hash, purpose }, now()),
    space: (id) => spaceBy(database, id),
    spaces: () => allSpaces(database),
    spacesOf: (person) => spacesOf(database, person),
    createSpace: (space, by) => createSpace(place, space, by),
    updateSpace: (space, by) => updateSpace(place, space, by),
    members: (space) => membersOf(database, space),
    setRole: (member, by) => setRole(place, member, by),
    removeMember: (member, by) => removeMember(place, member, by),
    hasAdmin: () => hasAdmin(database),
    budget: (space, month) => budgetOf(database, space, month),
    setBudget: (space, limitUsd, by) => setBudget(place, space, limitUsd, by),
    audit: (query) => auditOf(database, query),
    record: async (entry) => {
      await audited(
        place,
        async () => true,
        () => entry,
      )
    },
  }
}
