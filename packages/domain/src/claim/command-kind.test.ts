import { expect, test } from 'vitest'
import { commandKindOf } from './command-kind.ts'
import { segmentsOf } from './shell-line.ts'
import { bareWords } from './wrappers.ts'

const kindIn = (line: string) => commandKindOf(bareWords(segmentsOf(line)[0]?.words ?? []))

test.each([
  ...['npm test', 'npm t', 'npm run test:unit', 'npm --prefix app test', 'pnpm -r test', 'yarn test', 'bun test'],
  ...['npx vitest run', 'npx -y jest', 'pnpm exec mocha', './node_modules/.bin/ava', 'poetry run pytest -q'],
  ...[
    'python3 -m pytest tests/',
    'python -m unittest',
    'pytest -v',
    'python3 -m pytest -v',
    'python -m unittest -v',
    'ctest -V',
    'python manage.py test',
    'node --test',
    'deno task test',
  ],
  ...['cargo test', 'cargo nextest run', 'go test ./...', 'make test', 'make check', './gradlew test', 'mvn verify'],
  ...['vendor/bin/phpunit', 'bundle exec rspec', 'docker compose exec -T app npm test', 'timeout 60 npm test'],
  ...['env CI=1 npm test', 'CI=1 npm test', 'npx playwright test', './run-tests.sh', 'node test/a.test.js'],
])('%s runs tests', (line) => expect(kindIn(line)).toBe('tests'))

test.each([
  ...['npm help test', 'npm install --save-dev test', 'npm i test', 'npm run test-data', 'npm run clean:test'],
  ...[
    'make -n test',
    'npx vitest list',
    'pytest --collect-only',
    'npx jest --help',
    'npm --a x test',
    'npm constructor',
  ],
  ...['npx playwright install', 'npm run', 'yarn add jest', 'cargo nextest list', 'npm exec --unknown npm test'],
  ...['echo npm test', 'ls test', 'git test', 'test -f a', 'cat a.test.js', '__proto__ test', 'go constructor'],
])('%s runs no tests', (line) => expect(kindIn(line)).not.toBe('tests'))

test.each([
  ...[
    'npm install',
    'npm ci',
    'npm run clean:dist',
    'npm run prebuild-data',
    'go install',
    'make clean',
    'make -n build',
  ],
  ...['pnpm install', 'cargo fmt', 'npm run install'],
])('%s builds nothing', (line) => expect(kindIn(line)).not.toBe('build'))
