import type { ChangeCommand, ViewCommand } from '../command.ts'
import { announce, takeBack } from './announcements.ts'
import { award, deduct, showAwards } from './awards.ts'
import { hide, release } from './challenges.ts'
import { credit, rejudge, unsolve } from './credit.ts'
import { deleteUser } from './delete-user.ts'
import { restart, showEnvironments, showFailures, showOutput, stop } from './environments.ts'
import { hint } from './hints.ts'
import { importPeople } from './importing/import.ts'
import { merge } from './merge.ts'
import { passwordLink, resetPassword } from './passwords.ts'
import {
  ban,
  changeGroup,
  hideAccount,
  rename,
  showAccount,
  showPeople,
  signOut,
  unban,
} from './people.ts'
import { invite, registration, showInvites } from './registration.ts'
import { showRows, showStandings } from './reports/export.ts'
import { showLoad } from './reports/load.ts'
import { showLog } from './reports/log.ts'
import { showBoard, showSolves, showWrong } from './reports/results.ts'
import { showBrand, showStatus } from './reports/status.ts'
import { moveUser } from './teams.ts'
import { extend, freeze, pause, resume, unfreeze } from './times.ts'

/** Every command of organisers, by its name. */
export const commands: Readonly<Record<string, ChangeCommand | ViewCommand>> = {
  announce,
  'take-back': takeBack,
  hide,
  release,
  hint,
  extend,
  freeze,
  unfreeze,
  pause,
  resume,
  credit,
  rejudge,
  unsolve,
  award,
  deduct,
  awards: showAwards,
  rename,
  move: moveUser,
  merge,
  ban,
  unban,
  'sign-out': signOut,
  'delete-user': deleteUser,
  'reset-password': resetPassword,
  'password-link': passwordLink,
  'change-group': changeGroup,
  'hide-account': hideAccount,
  'show-account': showAccount,
  people: showPeople,
  environments: showEnvironments,
  output: showOutput,
  failures: showFailures,
  stop,
  restart,
  board: showBoard,
  solves: showSolves,
  wrong: showWrong,
  import: importPeople,
  registration,
  invite,
  invites: showInvites,
  log: showLog,
  status: showStatus,
  load: showLoad,
  rows: showRows,
  standings: showStandings,
  brand: showBrand,
}
