/** All texts of messages and pages, as ICU messages by language. This module imports nothing. */
import { GERMAN } from './de/index.ts';
import { ENGLISH } from './en/index.ts';
import type { TextsOf } from './en/index.ts';

/** The languages that texts exist in. */
export type Language = 'en' | 'de';

type Rooms = typeof ENGLISH;

/** A text by its room and name, e.g. `alerts.title`. */
export type TextKey = { [Room in keyof Rooms]: `${Room}.${keyof Rooms[Room] & string}` }[keyof Rooms];

type Texts = { readonly [Room in keyof Rooms]: TextsOf<Room> };

/** Each room's texts by language. Every language has the keys of English: a missing text is a type error. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN };
