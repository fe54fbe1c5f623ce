// Drawn from @iconify-json/tabler by `npm run docs`: import an icon by its name in Tabler, and run that.
import { drawn } from './drawn';

export type { Icon } from './drawn';

export const IconAdjustments = /* @__PURE__ */ drawn(
  'adjustments',
  'M4 10a2 2 0 1 0 4 0a2 2 0 0 0-4 0m2-6v4m0 4v8m4-4a2 2 0 1 0 4 0a2 2 0 0 0-4 0m2-12v10m0 4v2m4-13a2 2 0 1 0 4 0a2 2 0 0 0-4 0m2-3v1m0 4v11',
);
export const IconAdjustmentsHorizontal = /* @__PURE__ */ drawn(
  'adjustments-horizontal',
  'M12 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 6h8m4 0h4M6 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-2 0h2m4 0h10m-5 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 18h11m4 0h1',
);
export const IconAlertTriangle = /* @__PURE__ */ drawn(
  'alert-triangle',
  'M12 9v4m-1.637-9.409L2.257 17.125a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636-2.87L13.637 3.59a1.914 1.914 0 0 0-3.274 0M12 16h.01',
);
export const IconArrowBarToUp = /* @__PURE__ */ drawn(
  'arrow-bar-to-up',
  'M12 10v10m0-10l4 4m-4-4l-4 4M4 4h16',
);
export const IconArrowDown = /* @__PURE__ */ drawn('arrow-down', 'M12 5v14m6-6l-6 6m-6-6l6 6');
export const IconArrowNarrowRight = /* @__PURE__ */ drawn('arrow-narrow-right', 'M5 12h14m-4 4l4-4m-4-4l4 4');
export const IconArrowRight = /* @__PURE__ */ drawn('arrow-right', 'M5 12h14m-6 6l6-6m-6-6l6 6');
export const IconArrowUp = /* @__PURE__ */ drawn('arrow-up', 'M12 5v14m6-8l-6-6m-6 6l6-6');
export const IconArrowsDiagonal = /* @__PURE__ */ drawn(
  'arrows-diagonal',
  'M16 4h4v4m-6 2l6-6M8 20H4v-4m0 4l6-6',
);
export const IconArrowsHorizontal = /* @__PURE__ */ drawn(
  'arrows-horizontal',
  'm7 8l-4 4l4 4m10-8l4 4l-4 4M3 12h18',
);
export const IconBan = /* @__PURE__ */ drawn('ban', 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0m2.7-6.3l12.6 12.6');
export const IconBarrierBlock = /* @__PURE__ */ drawn(
  'barrier-block',
  'M4 8a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm3 8v4m.5-4l9-9m-3 9L20 9.5m-16 4L10.5 7m6.5 9v4M5 20h4m6 0h4M17 7V5M7 7V5',
);
export const IconBellOff = /* @__PURE__ */ drawn(
  'bell-off',
  'M9.346 5.353Q9.661 5.16 10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3m-1 3H4a4 4 0 0 0 2-3v-3a7 7 0 0 1 1.273-3.707M9 17v1a3 3 0 0 0 6 0v-1M3 3l18 18',
);
export const IconBookmarks = /* @__PURE__ */ drawn(
  'bookmarks',
  'M15 10v11l-5-3l-5 3V10a3 3 0 0 1 3-3h4a3 3 0 0 1 3 3',
  'M11 3h5a3 3 0 0 1 3 3v11',
);
export const IconBrandGit = /* @__PURE__ */ drawn(
  'brand-git',
  'M15 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0m-4-4a1 1 0 1 0 2 0a1 1 0 1 0-2 0m0 8a1 1 0 1 0 2 0a1 1 0 1 0-2 0m1-1V9m3 2l-2-2m-2-2L9.1 5.1',
  'm13.446 2.6l7.955 7.954a2.045 2.045 0 0 1 0 2.892l-7.955 7.955a2.045 2.045 0 0 1-2.892 0l-7.955-7.955a2.045 2.045 0 0 1 0-2.892l7.955-7.955a2.045 2.045 0 0 1 2.892 0',
);
export const IconBug = /* @__PURE__ */ drawn(
  'bug',
  'M9 9V8a3 3 0 0 1 6 0v1M8 9h8a6 6 0 0 1 1 3v3a5 5 0 0 1-10 0v-3a6 6 0 0 1 1-3m-5 4h4m10 0h4m-9 7v-6m-8 5l3.35-2M20 19l-3.35-2M4 7l3.75 2.4M20 7l-3.75 2.4',
);
export const IconBulb = /* @__PURE__ */ drawn(
  'bulb',
  'M3 12h1m8-9v1m8 8h1M5.6 5.6l.7.7m12.1-.7l-.7.7M9 16a5 5 0 1 1 6 0a3.5 3.5 0 0 0-1 3a2 2 0 0 1-4 0a3.5 3.5 0 0 0-1-3m.7 1h4.6',
);
export const IconCheck = /* @__PURE__ */ drawn('check', 'm5 12l5 5L20 7');
export const IconChevronLeft = /* @__PURE__ */ drawn('chevron-left', 'm15 6l-6 6l6 6');
export const IconChevronRight = /* @__PURE__ */ drawn('chevron-right', 'm9 6l6 6l-6 6');
export const IconCircleCheck = /* @__PURE__ */ drawn(
  'circle-check',
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0',
  'm9 12l2 2l4-4',
);
export const IconCircleDashed = /* @__PURE__ */ drawn(
  'circle-dashed',
  'M8.56 3.69a9 9 0 0 0-2.92 1.95M3.69 8.56A9 9 0 0 0 3 12m.69 3.44a9 9 0 0 0 1.95 2.92m2.92 1.95A9 9 0 0 0 12 21m3.44-.69a9 9 0 0 0 2.92-1.95m1.95-2.92A9 9 0 0 0 21 12m-.69-3.44a9 9 0 0 0-1.95-2.92m-2.92-1.95A9 9 0 0 0 12 3',
);
export const IconClockPause = /* @__PURE__ */ drawn(
  'clock-pause',
  'M20.942 13.018a9 9 0 1 0-7.909 7.922',
  'M12 7v5l2 2m3 3v5m4-5v5',
);
export const IconCloudOff = /* @__PURE__ */ drawn(
  'cloud-off',
  'M9.58 5.548q.361-.166.752-.286c1.88-.572 3.956-.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957-.383 1.824-1.003 2.454M18 18.004H6.657C4.085 18 2 15.993 2 13.517s2.085-4.482 4.657-4.482c.13-.582.37-1.128.7-1.62M3 3l18 18',
);
export const IconCoins = /* @__PURE__ */ drawn(
  'coins',
  'M9 14c0 1.657 2.686 3 6 3s6-1.343 6-3s-2.686-3-6-3s-6 1.343-6 3',
  'M9 14v4c0 1.656 2.686 3 6 3s6-1.344 6-3v-4M3 6c0 1.072 1.144 2.062 3 2.598s4.144.536 6 0S15 7.072 15 6s-1.144-2.062-3-2.598s-4.144-.536-6 0S3 4.928 3 6',
  'M3 6v10c0 .888.772 1.45 2 2',
  'M3 11c0 .888.772 1.45 2 2',
);
export const IconColumns = /* @__PURE__ */ drawn(
  'columns',
  'M4 6h5.5M4 10h5.5M4 14h5.5M4 18h5.5m5-12H20m-5.5 4H20m-5.5 4H20m-5.5 4H20',
);
export const IconCopy = /* @__PURE__ */ drawn(
  'copy',
  'M7 9.667A2.667 2.667 0 0 1 9.667 7h8.666A2.667 2.667 0 0 1 21 9.667v8.666A2.667 2.667 0 0 1 18.333 21H9.667A2.667 2.667 0 0 1 7 18.333z',
  'M4.012 16.737A2 2 0 0 1 3 15V5c0-1.1.9-2 2-2h10c.75 0 1.158.385 1.5 1',
);
export const IconDatabaseOff = /* @__PURE__ */ drawn(
  'database-off',
  'M12.983 8.978C16.938 8.796 20 7.532 20 6c0-1.657-3.582-3-8-3c-1.661 0-3.204.19-4.483.515M4.734 4.743C4.263 5.125 4 5.551 4 6c0 1.22 1.944 2.271 4.734 2.74',
  'M4 6v6c0 1.657 3.582 3 8 3c.986 0 1.93-.067 2.802-.19m3.187-.82C19.24 13.46 20 12.762 20 12V6',
  'M4 12v6c0 1.657 3.582 3 8 3c3.217 0 5.991-.712 7.261-1.74M20 16v-4M3 3l18 18',
);
export const IconDownload = /* @__PURE__ */ drawn(
  'download',
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5m-5-7v12',
);
export const IconExternalLink = /* @__PURE__ */ drawn(
  'external-link',
  'M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6m-7 1l9-9m-5 0h5v5',
);
export const IconEyeOff = /* @__PURE__ */ drawn(
  'eye-off',
  'M10.585 10.587a2 2 0 0 0 2.829 2.828',
  'M16.681 16.673A8.7 8.7 0 0 1 12 18q-5.4 0-9-6q1.908-3.18 4.32-4.674m2.86-1.146A9 9 0 0 1 12 6q5.4 0 9 6q-1 1.665-2.138 2.87M3 3l18 18',
);
export const IconFileDownload = /* @__PURE__ */ drawn(
  'file-download',
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2m-5-4v-6',
  'M9.5 14.5L12 17l2.5-2.5',
);
export const IconFilterOff = /* @__PURE__ */ drawn(
  'filter-off',
  'M8 4h12v2.172a2 2 0 0 1-.586 1.414L15.5 11.5M15 15v4l-6 2v-8.5L4.52 7.572A2 2 0 0 1 4 6.227V4M3 3l18 18',
);
export const IconGitMerge = /* @__PURE__ */ drawn(
  'git-merge',
  'M5 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0m10 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 8v8',
  'M7 8a4 4 0 0 0 4 4h4',
);
export const IconHandStop = /* @__PURE__ */ drawn(
  'hand-stop',
  'M8 13V5.5a1.5 1.5 0 0 1 3 0V12m0-6.5v-2a1.5 1.5 0 1 1 3 0V12m0-6.5a1.5 1.5 0 0 1 3 0V12',
  'M17 7.5a1.5 1.5 0 0 1 3 0V16a6 6 0 0 1-6 6h-2h.208a6 6 0 0 1-5.012-2.7L7 19q-.468-.718-3.286-5.728a1.5 1.5 0 0 1 .536-2.022a1.87 1.87 0 0 1 2.28.28L8 13',
);
export const IconHeartOff = /* @__PURE__ */ drawn(
  'heart-off',
  'm3 3l18 18m-1.5-8.428L18 14m-2 2l-4 4l-7.5-7.428a5 5 0 0 1-1.288-5.068A4.98 4.98 0 0 1 5 5m3-1c1.56 0 3.05.727 4 2a5 5 0 1 1 7.5 6.572',
);
export const IconHistory = /* @__PURE__ */ drawn(
  'history',
  'M12 8v4l2 2',
  'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5',
);
export const IconHourglass = /* @__PURE__ */ drawn(
  'hourglass',
  'M6.5 7h11m-11 10h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1',
  'M6 4v2a6 6 0 1 0 12 0V4a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1',
);
export const IconInfoCircle = /* @__PURE__ */ drawn(
  'info-circle',
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0m9-3h.01',
  'M11 12h1v4h1',
);
export const IconLayoutDashboard = /* @__PURE__ */ drawn(
  'layout-dashboard',
  'M5 4h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1m0 12h4a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1m10-4h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1m0-8h4a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1',
);
export const IconLayoutSidebarLeftCollapse = /* @__PURE__ */ drawn(
  'layout-sidebar-left-collapse',
  'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm5-2v16',
  'm15 10l-2 2l2 2',
);
export const IconLayoutSidebarLeftExpand = /* @__PURE__ */ drawn(
  'layout-sidebar-left-expand',
  'M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm5-2v16',
  'm14 10l2 2l-2 2',
);
export const IconListCheck = /* @__PURE__ */ drawn(
  'list-check',
  'M3.5 5.5L5 7l2.5-2.5m-4 7L5 13l2.5-2.5m-4 7L5 19l2.5-2.5M11 6h9m-9 6h9m-9 6h9',
);
export const IconLock = /* @__PURE__ */ drawn(
  'lock',
  'M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z',
  'M11 16a1 1 0 1 0 2 0a1 1 0 0 0-2 0m-3-5V7a4 4 0 1 1 8 0v4',
);
export const IconLogout = /* @__PURE__ */ drawn(
  'logout',
  'M14 8V6a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2',
  'M9 12h12l-3-3m0 6l3-3',
);
export const IconMapQuestion = /* @__PURE__ */ drawn(
  'map-question',
  'm15 20l-6-3l-6 3V7l6-3l6 3l6-3v7.5M9 4v13m6-10v5.5m4 9.5v.01',
  'M19 19a2.003 2.003 0 0 0 .914-3.782a1.98 1.98 0 0 0-2.414.483',
);
export const IconMinus = /* @__PURE__ */ drawn('minus', 'M5 12h14');
export const IconMoon = /* @__PURE__ */ drawn(
  'moon',
  'M12 3h.393a7.5 7.5 0 0 0 7.92 12.446A9 9 0 1 1 12 2.992z',
);
export const IconPlayerPlay = /* @__PURE__ */ drawn('player-play', 'M7 4v16l13-8z');
export const IconPlayerStop = /* @__PURE__ */ drawn(
  'player-stop',
  'M5 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z',
);
export const IconPlugConnected = /* @__PURE__ */ drawn(
  'plug-connected',
  'm7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1-5-5zm10 0l-5-5l1.5-1.5a3.536 3.536 0 1 1 5 5zM3 21l2.5-2.5m13-13L21 3m-11 8l-2 2m5 1l-2 2',
);
export const IconPlugConnectedX = /* @__PURE__ */ drawn(
  'plug-connected-x',
  'm20 16l-4 4m-9-8l5 5l-1.5 1.5a3.536 3.536 0 1 1-5-5zm10 0l-5-5l1.5-1.5a3.536 3.536 0 1 1 5 5zM3 21l2.5-2.5m13-13L21 3m-11 8l-2 2m5 1l-2 2m5 0l4 4',
);
export const IconPlus = /* @__PURE__ */ drawn('plus', 'M12 5v14m-7-7h14');
export const IconPuzzleOff = /* @__PURE__ */ drawn(
  'puzzle-off',
  'M8.18 4.171A2 2 0 0 1 12 5v1a1 1 0 0 0 1 1h3a1 1 0 0 1 1 1v3a1 1 0 0 0 1 1h1a2 2 0 0 1 .819 3.825M17 17v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-1a2 2 0 1 0-4 0v1a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1h1a2 2 0 1 0 0-4H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h3M3 3l18 18',
);
export const IconRefresh = /* @__PURE__ */ drawn(
  'refresh',
  'M20 11A8.1 8.1 0 0 0 4.5 9M4 5v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
);
export const IconRepeat = /* @__PURE__ */ drawn(
  'repeat',
  'M4 12V9a3 3 0 0 1 3-3h13m-3-3l3 3l-3 3m3 3v3a3 3 0 0 1-3 3H4m3 3l-3-3l3-3',
);
export const IconSearch = /* @__PURE__ */ drawn('search', 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m18 11l-6-6');
export const IconSearchOff = /* @__PURE__ */ drawn(
  'search-off',
  'M5.039 5.062a7 7 0 0 0 9.91 9.89m1.584-2.434a7 7 0 0 0-9.038-9.057M3 3l18 18',
);
export const IconSend = /* @__PURE__ */ drawn(
  'send',
  'M10 14L21 3m0 0l-6.5 18a.55.55 0 0 1-1 0L10 14l-7-3.5a.55.55 0 0 1 0-1z',
);
export const IconServer2 = /* @__PURE__ */ drawn(
  'server-2',
  'M3 7a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zm0 8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zm4-7v.01M7 16v.01M11 8h6m-6 8h6',
);
export const IconServerOff = /* @__PURE__ */ drawn(
  'server-off',
  'M12 12H6a3 3 0 0 1-3-3V7c0-1.083.574-2.033 1.435-2.56M8 4h10a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3h-2m0 0h2a3 3 0 0 1 3 3v2m-1.448 2.568A3 3 0 0 1 18 20H6a3 3 0 0 1-3-3v-2a3 3 0 0 1 3-3h6M7 8v.01M7 16v.01M3 3l18 18',
);
export const IconSettings = /* @__PURE__ */ drawn(
  'settings',
  'M10.325 4.317c.426-1.756 2.924-1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543-.94 3.31.826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756.426 1.756 2.924 0 3.35a1.724 1.724 0 0 0-1.066 2.573c.94 1.543-.826 3.31-2.37 2.37a1.724 1.724 0 0 0-2.572 1.065c-.426 1.756-2.924 1.756-3.35 0a1.724 1.724 0 0 0-2.573-1.066c-1.543.94-3.31-.826-2.37-2.37a1.724 1.724 0 0 0-1.065-2.572c-1.756-.426-1.756-2.924 0-3.35a1.724 1.724 0 0 0 1.066-2.573c-.94-1.543.826-3.31 2.37-2.37c1 .608 2.296.07 2.572-1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0',
);
export const IconSortAscending = /* @__PURE__ */ drawn(
  'sort-ascending',
  'M4 6h7m-7 6h7m-7 6h9m2-9l3-3l3 3m-3-3v12',
);
export const IconSortDescending = /* @__PURE__ */ drawn(
  'sort-descending',
  'M4 6h9m-9 6h7m-7 6h7m4-3l3 3l3-3m-3-9v12',
);
export const IconSparkles = /* @__PURE__ */ drawn(
  'sparkles',
  'M16 18a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2m0-12a2 2 0 0 1 2 2a2 2 0 0 1 2-2a2 2 0 0 1-2-2a2 2 0 0 1-2 2M9 18a6 6 0 0 1 6-6a6 6 0 0 1-6-6a6 6 0 0 1-6 6a6 6 0 0 1 6 6',
);
export const IconStack2 = /* @__PURE__ */ drawn('stack-2', 'M12 4L4 8l8 4l8-4zm-8 8l8 4l8-4M4 16l8 4l8-4');
export const IconSun = /* @__PURE__ */ drawn(
  'sun',
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0m-5 0h1m8-9v1m8 8h1m-9 8v1M5.6 5.6l.7.7m12.1-.7l-.7.7m0 11.4l.7.7m-12.1-.7l-.7.7',
);
export const IconTemplate = /* @__PURE__ */ drawn(
  'template',
  'M4 5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 8a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm10-1h6m-6 4h6m-6 4h6',
);
export const IconTrash = /* @__PURE__ */ drawn(
  'trash',
  'M4 7h16m-10 4v6m4-6v6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2l1-12M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3',
);
export const IconUser = /* @__PURE__ */ drawn(
  'user',
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2',
);
export const IconUserCheck = /* @__PURE__ */ drawn(
  'user-check',
  'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4m1 4l2 2l4-4',
);
export const IconUserOff = /* @__PURE__ */ drawn(
  'user-off',
  'M8.18 8.189a4.01 4.01 0 0 0 2.616 2.627m3.507-.545a4 4 0 1 0-5.59-5.552M6 21v-2a4 4 0 0 1 4-4h4c.412 0 .81.062 1.183.178m2.633 2.618c.12.38.184.785.184 1.204v2M3 3l18 18',
);
export const IconX = /* @__PURE__ */ drawn('x', 'M18 6L6 18M6 6l12 12');
export const IconZoomIn = /* @__PURE__ */ drawn(
  'zoom-in',
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m-3-3v6m11 8l-6-6',
);
export const IconZoomOut = /* @__PURE__ */ drawn(
  'zoom-out',
  'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m8 11l-6-6',
);
