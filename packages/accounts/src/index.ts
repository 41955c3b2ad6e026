export type {
  Actor,
  AuditEntry,
  Caller,
  Identity,
  Login,
  Membership,
  OneTime,
  Person,
  PersonalToken,
  Space,
  TokenUse,
} from './account/account.ts'
export { holderText, OPEN_CODE } from './account/account.ts'
export type { Accounts, AuditQuery, NewEntry, NewPerson, NewToken } from './account/accounts.ts'
export { type Budget, fits, leftIn, microsOf, monthOf, usdOf } from './budget/budget.ts'
export type { ReadKeys, SpaceKey, SpaceKeys } from './keys/space-keys.ts'
export { asJudged, type Commanded, commandRules, refuseCommand } from './role/commands.ts'
export { MAIN_SPACE } from './role/main-space.ts'
export {
  allowedActions,
  may,
  type Permission,
  permissionOf,
  permissions,
  refuseAction,
} from './role/permissions.ts'
export { higherRole, isAtLeast, isRole, type Role, roles } from './role/role.ts'
export { mentionedIn } from './together/mentioned.ts'
export type { Mention, Together } from './together/together.ts'
