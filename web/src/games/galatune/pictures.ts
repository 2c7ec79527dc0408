import anchor from "glyph:anchor";
import angelOutfit from "glyph:angel-outfit";
import angelWings from "glyph:angel-wings";
import anthem from "glyph:anthem";
import backwardTime from "glyph:backward-time";
import bandageRoll from "glyph:bandage-roll";
import bleedingWound from "glyph:bleeding-wound";
import bloodySword from "glyph:bloody-sword";
import boltSpellCast from "glyph:bolt-spell-cast";
import brain from "glyph:brain";
import breakingChain from "glyph:breaking-chain";
import brokenShield from "glyph:broken-shield";
import brutalHelm from "glyph:brutal-helm";
import cannonShot from "glyph:cannon-shot";
import cardExchange from "glyph:card-exchange";
import circuitry from "glyph:circuitry";
import clover from "glyph:clover";
import crossedSabres from "glyph:crossed-sabres";
import crownCoin from "glyph:crown-coin";
import crownedSkull from "glyph:crowned-skull";
import curlingVines from "glyph:curling-vines";
import cursedStar from "glyph:cursed-star";
import deadWood from "glyph:dead-wood";
import dekuTree from "glyph:deku-tree";
import deliveryDrone from "glyph:delivery-drone";
import eagleHead from "glyph:eagle-head";
import eclipse from "glyph:eclipse";
import elfHelmet from "glyph:elf-helmet";
import energyArrow from "glyph:energy-arrow";
import energyShield from "glyph:energy-shield";
import falling from "glyph:falling";
import femaleVampire from "glyph:female-vampire";
import flameSpin from "glyph:flame-spin";
import flyingFlag from "glyph:flying-flag";
import ghost from "glyph:ghost";
import hoodedAssassin from "glyph:hooded-assassin";
import infinity from "glyph:infinity";
import laserBlast from "glyph:laser-blast";
import lightSabers from "glyph:light-sabers";
import lightningDissipation from "glyph:lightning-dissipation";
import lightningShield from "glyph:lightning-shield";
import linkedRings from "glyph:linked-rings";
import magicShield from "glyph:magic-shield";
import manacles from "glyph:manacles";
import mechaMask from "glyph:mecha-mask";
import mechanicalArm from "glyph:mechanical-arm";
import mirrorMirror from "glyph:mirror-mirror";
import monkFace from "glyph:monk-face";
import mortar from "glyph:mortar";
import muscleUp from "glyph:muscle-up";
import nanoBot from "glyph:nano-bot";
import overdrive from "glyph:overdrive";
import padlock from "glyph:padlock";
import parachute from "glyph:parachute";
import piercingSword from "glyph:piercing-sword";
import pirateCaptain from "glyph:pirate-captain";
import poisonGas from "glyph:poison-gas";
import prayer from "glyph:prayer";
import prism from "glyph:prism";
import psychicWaves from "glyph:psychic-waves";
import queenCrown from "glyph:queen-crown";
import radarDish from "glyph:radar-dish";
import raining from "glyph:raining";
import returnArrow from "glyph:return-arrow";
import ringedBeam from "glyph:ringed-beam";
import robber from "glyph:robber";
import romanShield from "glyph:roman-shield";
import saberSlash from "glyph:saber-slash";
import sabersChoc from "glyph:sabers-choc";
import scales from "glyph:scales";
import shiningSword from "glyph:shining-sword";
import sing from "glyph:sing";
import snowflake1 from "glyph:snowflake-1";
import soul from "glyph:soul";
import soundWaves from "glyph:sound-waves";
import sprout from "glyph:sprout";
import stoneWall from "glyph:stone-wall";
import sunRadiations from "glyph:sun-radiations";
import sunSpear from "glyph:sun-spear";
import sunrise from "glyph:sunrise";
import supersonicArrow from "glyph:supersonic-arrow";
import swordBreak from "glyph:sword-break";
import swordClash from "glyph:sword-clash";
import targetLaser from "glyph:target-laser";
import timeBomb from "glyph:time-bomb";
import trashCan from "glyph:trash-can";
import treeFace from "glyph:tree-face";
import treeGrowth from "glyph:tree-growth";
import treeRoots from "glyph:tree-roots";
import tripwire from "glyph:tripwire";
import trophy from "glyph:trophy";
import vibratingShield from "glyph:vibrating-shield";
import vineWhip from "glyph:vine-whip";
import visoredHelm from "glyph:visored-helm";
import vrHeadset from "glyph:vr-headset";
import wantedReward from "glyph:wanted-reward";
import warhammer from "glyph:warhammer";
import warlockHood from "glyph:warlock-hood";
import waterFountain from "glyph:water-fountain";
import windSlap from "glyph:wind-slap";
import wingCloak from "glyph:wing-cloak";
import wingedArrow from "glyph:winged-arrow";
import womanElfFace from "glyph:woman-elf-face";
import yinYang from "glyph:yin-yang";

/** A picture for every Champion, card and Special Action of the house set, and the rarer signs. */
export const pictures: Readonly<Record<string, string>> = {
  A01: piercingSword,
  A02: mortar,
  A03: warhammer,
  A04: sabersChoc,
  A05: cannonShot,
  A06: boltSpellCast,
  A07: ghost,
  A08: soul,
  A09: brain,
  A10: laserBlast,
  A11: mechanicalArm,
  A12: ringedBeam,
  A13: deliveryDrone,
  A14: vineWhip,
  A15: windSlap,
  A16: poisonGas,
  A17: snowflake1,
  A18: shiningSword,
  A19: wingedArrow,
  A20: sunSpear,
  A21: scales,
  A22: saberSlash,
  A23: energyArrow,
  A24: hoodedAssassin,
  S01: magicShield,
  S02: romanShield,
  S03: energyShield,
  S04: treeFace,
  S05: mirrorMirror,
  S06: swordClash,
  S07: lightningShield,
  S08: stoneWall,
  S09: angelOutfit,
  S10: wingCloak,
  S11: prism,
  L01: bandageRoll,
  L02: raining,
  L03: nanoBot,
  L04: prayer,
  L05: bleedingWound,
  L06: waterFountain,
  B01: breakingChain,
  B02: clover,
  B03: overdrive,
  B04: muscleUp,
  B05: sprout,
  B06: anthem,
  B07: wantedReward,
  T01: brokenShield,
  T02: swordBreak,
  T03: tripwire,
  T04: lightningDissipation,
  T05: deadWood,
  T06: cursedStar,
  T07: infinity,
  T08: eclipse,
  T09: sunrise,
  T10: returnArrow,
  T11: timeBomb,
  O01: linkedRings,
  O02: crossedSabres,
  O03: robber,
  O04: trashCan,
  O05: backwardTime,
  O06: parachute,
  O07: yinYang,
  O08: treeRoots,
  O09: queenCrown,
  O10: radarDish,
  eron: visoredHelm,
  valora: elfHelmet,
  seraphine: angelWings,
  tamsin: womanElfFace,
  gorvane: brutalHelm,
  nocturne: warlockHood,
  requiem: mechaMask,
  morwen: femaleVampire,
  dace: pirateCaptain,
  ilo: monkFace,
  pixel: vrHeadset,
  bramble: dekuTree,
  phoenix: eagleHead,
  regent: crownedSkull,
  "special/eron": lightSabers,
  "special/valora": vibratingShield,
  "special/seraphine": sing,
  "special/tamsin": sunRadiations,
  "special/gorvane": bloodySword,
  "special/nocturne": psychicWaves,
  "special/requiem": targetLaser,
  "special/morwen": curlingVines,
  "special/dace": anchor,
  "special/ilo": soundWaves,
  "special/pixel": circuitry,
  "special/bramble": treeGrowth,
  "special/phoenix": flameSpin,
  "special/regent": crownCoin,
  "sign/prize": trophy,
  "sign/immobilized": manacles,
  "sign/special_locked": padlock,
  "sign/penetrate": supersonicArrow,
  "sign/bond": linkedRings,
  "sign/rivalry": crossedSabres,
  "sign/lead": flyingFlag,
  "sign/fall": falling,
  "sign/swap": cardExchange,
};
