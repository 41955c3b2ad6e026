import { expect, test } from 'vitest'
import { databaseFailure } from './failure.ts'

test('a missing privilege comes with the statement that grants it, whatever the names contain', () => {
  const place = { address: 'db.example:5432', user: 'ada$&', name: 'shop$1' }
  const failure = databaseFailure({ code: '42501', message: 'permission denied' }, place)
  expect(failure?.message).toBe(
    'The database user "ada$&" lacks a privilege. Make it the owner: ALTER DATABASE "shop$1" OWNER TO "ada$&". (permission denied)',
  )
})
